#!/bin/sh
# make-secrets.sh [FOLDER] [NAME]: creates the secrets of compose.yaml, and a self-signed certificate for NAME until you
# replace it. Existing files are not changed. Only the owner may enter the folder; the containers' accounts may read its
# files.
set -eu
folder=${1:-secrets}
name=${2:-coffer.example.net}
umask 077
mkdir -p "$folder"
cd "$folder"

random() { od -An -N"$1" -tx1 /dev/urandom | tr -d ' \n'; }
keep() { # FILE: writes standard input, unless the file exists
  if [ ! -e "$1" ]; then
    cat >"$1.new"
    chmod 0444 "$1.new"
    mv "$1.new" "$1"
  fi
}

head -c 32 /dev/urandom | base64 | keep master-key
random 24 | keep database-password
random 24 | keep database-service-password
random 10 | keep s3-access-key-id
random 24 | keep s3-secret-access-key
random 12 | keep admin-password
printf 'postgres://coffer:%s@database/coffer\n' "$(cat database-password)" | keep database-owner-url
printf 'postgres://coffer_service:%s@database/coffer\n' "$(cat database-service-password)" | keep database-url
printf '{"identities":[{"name":"coffer","credentials":[{"accessKey":"%s","secretKey":"%s"}],"actions":["Read:coffer","Write:coffer","List:coffer"]}]}\n' \
  "$(cat s3-access-key-id)" "$(cat s3-secret-access-key)" | keep s3-server.json
if [ ! -e fullchain.pem ]; then
  openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:P-256 -nodes -days 365 -subj "/CN=$name" \
    -addext "subjectAltName=DNS:$name" -keyout privkey.new -out fullchain.new 2>/dev/null
  mv privkey.new privkey.pem
  mv fullchain.new fullchain.pem
fi
echo "the secrets are in $(pwd); keep a copy of master-key elsewhere: without it no backup can be read"
