/** What `--help` prints. */
export const help = `coffer-agent: collects the configurations of devices for Coffer

  coffer-agent enroll --url URL [--token-file FILE] [--replace]
      Binds this computer to a service. The token is asked for, or read from standard input or FILE.
        coffer-agent enroll --url https://coffer.example.net
        coffer-agent enroll --url https://coffer.example.net < token
  coffer-agent run [--until-stdin-ends]
      Works until it is stopped, or until whoever started it is gone.
  coffer-agent install-service [--print] | uninstall-service
      Has this computer start the agent by itself (systemd, launchd, Windows task), under an account without rights.
      --print shows what would be written, and writes nothing.
        sudo coffer-agent install-service
  coffer-agent status
      Who this agent is, whether it runs, whether the service can be reached.
  coffer-agent doctor [--url URL]
      What works on the way to the service and its store, what does not, and who can mend it.
  coffer-agent doctor --device HOST --platform PLATFORM [--user NAME] [DEVICE OPTIONS]
      The same for one device. Without --user nobody logs in: port, key and algorithms are looked at.
        coffer-agent doctor --device 192.0.2.1 --platform netco_iosxe
        coffer-agent doctor --device 192.0.2.1 --platform netco_iosxe --user backup --fingerprint SHA256:…
  coffer-agent collect --device HOST --platform PLATFORM --user NAME [--out FOLDER] [DEVICE OPTIONS]
      Reads one device here and now, with no service: all of it into FOLDER, or one text to standard output.
        coffer-agent collect --device 192.0.2.1 --platform netco_iosxe --user backup > running-config.txt
        coffer-agent collect --device fw1 --platform fwco_fortios --user api --secret api_token=fd:3 --out fw1 3< token
  coffer-agent --version | --help

Device options:
  --transport ssh|api   the way to it; else the platform's own order
  --port NUMBER         of that way, else its usual one
  --fingerprint TEXT    of the host key or certificate that is expected; without it a person is asked
  --secret NAME=PLACE   password, enable_secret, api_token, ssh_private_key or ssh_key_passphrase, from PLACE:
                        ask (a prompt that does not show it), fd:N (a descriptor), file:PATH. Else a password is asked for
  --artifact KEY        only this; may be repeated
  --option NAME=VALUE   an option of the platform, as legacy_algorithms=true; may be repeated
  --verbose             tell each step

Settings (environment): BKP_AGENT_URL, BKP_AGENT_TOKEN_FILE, BKP_AGENT_STATE_DIR, BKP_AGENT_LOG_FILE, BKP_AGENT_CONCURRENCY,
BKP_AGENT_CA_FILE; HTTP_PROXY, HTTPS_PROXY and NO_PROXY for the way to the service. How each command ends: docs/agent.md.
`
