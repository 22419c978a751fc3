/** What `--help` prints. */
export const help = `coffer-agent: collects the configurations of devices for Coffer

  coffer-agent enroll --url URL [--token-file FILE] [--replace]
      Enrol this computer with a service. The enrolment token comes from a hidden prompt, standard input or FILE.
      --replace enrols a computer that is already enrolled as another agent.
        coffer-agent enroll --url https://coffer.example.net
        coffer-agent enroll --url https://coffer.example.net < token
  coffer-agent run [--until-stdin-ends]
      Run until a signal stops the agent. With --until-stdin-ends, also stop when standard input ends.
  coffer-agent install-service [--print] | uninstall-service
      Start the agent with the computer (systemd, launchd, Windows task), under an unprivileged account.
      --print shows the files and commands, and changes nothing.
        sudo coffer-agent install-service
  coffer-agent status
      Show the agent's identity, whether it runs, and whether the service responds.
  coffer-agent doctor [--url URL]
      Test the connection to the service and its object store. For each problem, show who can correct it.
  coffer-agent doctor --device HOST --platform PLATFORM [--user NAME] [DEVICE OPTIONS]
      Test the connection to a device. Without --user, test only name, port, algorithms and key; do not log in.
        coffer-agent doctor --device 192.0.2.1 --platform netco_iosxe
        coffer-agent doctor --device 192.0.2.1 --platform netco_iosxe --user backup --fingerprint SHA256:…
  coffer-agent collect --device HOST --platform PLATFORM --user NAME [--out FOLDER] [DEVICE OPTIONS]
      Read one device now, without a service. Write everything to FOLDER, or one text to standard output.
        coffer-agent collect --device 192.0.2.1 --platform netco_iosxe --user backup > running-config.txt
        coffer-agent collect --device fw1 --platform fwco_fortios --user api --secret api_token=fd:3 --out fw1 3< token
  coffer-agent --version | --help

Device options:
  --transport ssh|api   connection method; default: the platform's preferred one
  --port NUMBER         port of the device; default: the usual port of the connection method
  --fingerprint TEXT    expected host key or certificate; without it, the command shows the fingerprint and asks
  --secret NAME=PLACE   password, enable_secret, api_token, ssh_private_key or ssh_key_passphrase, from PLACE:
                        ask (hidden prompt), fd:N (file descriptor) or file:PATH; default: a prompt for the password
  --artifact KEY        collect only this artifact; may be repeated
  --option NAME=VALUE   option of the platform, such as legacy_algorithms=true; may be repeated
  --verbose             report each step

Environment: BKP_AGENT_URL, BKP_AGENT_TOKEN_FILE, BKP_AGENT_STATE_DIR, BKP_AGENT_LOG_FILE, BKP_AGENT_CONCURRENCY,
BKP_AGENT_CA_FILE, BKP_AGENT_LISTENER_CERT_FILE, BKP_AGENT_LISTENER_KEY_FILE; HTTP_PROXY, HTTPS_PROXY and NO_PROXY for
connections to the service. Exit codes: docs/agent.md.
`
