// Made by `npm run api` from openapi.yaml.
export const formSchemas = {
  "NewAgent": {
    "slug": {
      "required": true,
      "pattern": "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"
    },
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "lab_mode": {}
  },
  "AgentPatch": {
    "name": {
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "lab_mode": {},
    "listeners": {},
    "snmp_users": {
      "maxItems": 50
    },
    "tenant_id": {}
  },
  "Listeners": {
    "syslog_udp": {
      "minimum": 1,
      "maximum": 65535
    },
    "syslog_tcp": {
      "minimum": 1,
      "maximum": 65535
    },
    "syslog_tls": {
      "minimum": 1,
      "maximum": 65535
    },
    "snmp_trap": {
      "minimum": 1,
      "maximum": 65535
    },
    "relays": {
      "maxItems": 50
    }
  },
  "SnmpUser": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 32,
      "pattern": "^[!-~]+$"
    },
    "level": {
      "required": true,
      "enum": [
        "noAuthNoPriv",
        "authNoPriv",
        "authPriv"
      ]
    },
    "auth_protocol": {
      "enum": [
        "md5",
        "sha1",
        "sha224",
        "sha256",
        "sha384",
        "sha512"
      ]
    },
    "auth_password": {
      "minLength": 8,
      "maxLength": 128,
      "pattern": "^[\\u0020-\\u007e]+$"
    },
    "priv_protocol": {
      "enum": [
        "des",
        "aes128",
        "aes192",
        "aes256",
        "aes192_cisco",
        "aes256_cisco"
      ]
    },
    "priv_password": {
      "minLength": 8,
      "maxLength": 128,
      "pattern": "^[\\u0020-\\u007e]+$"
    }
  },
  "NewApiToken": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "role": {
      "required": true,
      "enum": [
        "tenant_auditor",
        "tenant_readonly",
        "tenant_operator",
        "tenant_admin",
        "tenant_custom",
        "platform_auditor",
        "platform_operator",
        "platform_admin",
        "platform_custom"
      ]
    },
    "role_id": {},
    "permissions": {
      "maxItems": 50
    },
    "expires_in_days": {
      "minimum": 1,
      "maximum": 365
    },
    "networks": {
      "maxItems": 50
    },
    "sites": {
      "maxItems": 100
    },
    "tags": {
      "maxItems": 100
    }
  },
  "NewBlackout": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "days": {
      "maxItems": 7
    },
    "from": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"
    },
    "to": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"
    },
    "starts_at": {
      "pattern": "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d"
    },
    "ends_at": {
      "pattern": "^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])[Tt]([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\d"
    }
  },
  "NewCredential": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "username": {
      "maxLength": 200,
      "pattern": "^[^\\u0000-\\u001f\\u007f]*$"
    },
    "description": {
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$"
    },
    "password": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    },
    "enable_secret": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    },
    "api_token": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    },
    "ssh_private_key": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    },
    "ssh_key_passphrase": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    }
  },
  "CredentialPatch": {
    "name": {
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "username": {
      "maxLength": 200,
      "pattern": "^[^\\u0000-\\u001f\\u007f]*$"
    },
    "description": {
      "maxLength": 2000,
      "pattern": "^[^\\u0000]*$"
    },
    "password": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    },
    "enable_secret": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    },
    "api_token": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    },
    "ssh_private_key": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    },
    "ssh_key_passphrase": {
      "minLength": 1,
      "maxLength": 16384,
      "pattern": "^[^\\u0000]+$"
    }
  },
  "NewDevice": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "hostname": {
      "required": true,
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^(?!-)[A-Za-z0-9._:%\\[\\]-]+$"
    },
    "platform": {
      "required": true
    },
    "transport_pref": {
      "enum": [
        "auto",
        "api",
        "ssh"
      ]
    },
    "schedule": {
      "maxLength": 200
    },
    "site": {
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]*(?<!\\s)$"
    },
    "tags": {
      "maxItems": 50
    },
    "credential_id": {},
    "credential_api_id": {},
    "credential_ssh_id": {},
    "agent_ids": {
      "maxItems": 100
    },
    "options": {},
    "staleness_hours": {
      "maximum": 87600
    },
    "retry_attempts": {
      "minimum": 0,
      "maximum": 5
    },
    "retry_delay_minutes": {
      "minimum": 1,
      "maximum": 1440
    },
    "trust_posture": {
      "enum": [
        "strict",
        "tofu",
        null
      ]
    },
    "restore_policy": {
      "enum": [
        "allow",
        "deny",
        null
      ]
    },
    "approve_address": {}
  },
  "NewDevicePair": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "first_device_id": {
      "required": true
    },
    "second_device_id": {
      "required": true
    },
    "key": {
      "required": true,
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^[a-z0-9-]+$"
    },
    "declared_differences": {
      "maxItems": 50
    },
    "note": {
      "maxLength": 1000,
      "pattern": "^[^\\u0000]*$"
    }
  },
  "NewCustomRole": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "description": {
      "maxLength": 500,
      "pattern": "^[^\\u0000-\\u001f\\u007f]*$"
    },
    "permissions": {
      "required": true,
      "maxItems": 50
    },
    "sites": {
      "maxItems": 100
    },
    "tags": {
      "maxItems": 100
    },
    "tenant_ids": {
      "maxItems": 1000
    }
  },
  "NewServiceAccount": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 63,
      "pattern": "^[a-z0-9]([a-z0-9-]*[a-z0-9])?$"
    },
    "role": {
      "required": true,
      "enum": [
        "tenant_auditor",
        "tenant_readonly",
        "tenant_operator",
        "tenant_admin",
        "tenant_custom",
        "platform_auditor",
        "platform_operator",
        "platform_admin",
        "platform_custom"
      ]
    },
    "role_id": {}
  },
  "NewServiceAccountToken": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "permissions": {
      "maxItems": 50
    },
    "expires_in_days": {
      "minimum": 1,
      "maximum": 365
    },
    "networks": {
      "maxItems": 50
    },
    "sites": {
      "maxItems": 100
    },
    "tags": {
      "maxItems": 100
    }
  },
  "ServiceAccountPatch": {
    "role": {
      "enum": [
        "tenant_auditor",
        "tenant_readonly",
        "tenant_operator",
        "tenant_admin",
        "tenant_custom",
        "platform_auditor",
        "platform_operator",
        "platform_admin",
        "platform_custom"
      ]
    },
    "role_id": {},
    "disabled": {}
  },
  "NewExtraCommand": {
    "platform": {
      "required": true
    },
    "key": {
      "required": true,
      "pattern": "^extra-[a-z0-9][a-z0-9-]{0,25}$"
    },
    "tag": {
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "device_id": {},
    "command": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[ -~]+$"
    },
    "min_lines": {
      "minimum": 1,
      "maximum": 10000
    },
    "contains": {
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^[ -~]+$"
    }
  },
  "NewBreakGlassCopy": {
    "computer": {
      "required": true,
      "minLength": 1,
      "maxLength": 120,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "sites": {
      "maxItems": 200
    },
    "expires_after_days": {
      "minimum": 1,
      "maximum": 90
    }
  },
  "NewFleet": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "credential_id": {
      "required": true
    },
    "region": {
      "enum": [
        "global",
        "canada",
        "china",
        "india",
        "us_government",
        null
      ]
    },
    "org_ids": {
      "maxItems": 1000
    },
    "agent_ids": {
      "maxItems": 100
    },
    "schedule": {
      "maxLength": 200
    }
  },
  "NewGoldenConfiguration": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 100,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "tag": {
      "required": true,
      "minLength": 1,
      "maxLength": 64,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "version_id": {
      "required": true
    },
    "declared_differences": {
      "maxItems": 50
    },
    "note": {
      "maxLength": 1000,
      "pattern": "^[^\\u0000]*$"
    }
  },
  "IdentityProviderInput": {
    "kind": {
      "enum": [
        "oidc",
        "saml",
        "ldap"
      ]
    },
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 60
    },
    "issuer": {
      "minLength": 1,
      "maxLength": 500
    },
    "client_id": {
      "minLength": 1,
      "maxLength": 300
    },
    "saml": {},
    "ldap": {},
    "session_minutes": {
      "minimum": 1,
      "maximum": 720
    },
    "client_secret": {
      "minLength": 1,
      "maxLength": 1000
    },
    "scopes": {
      "maxItems": 20
    },
    "email_claim": {
      "minLength": 1,
      "maxLength": 200
    },
    "name_claim": {
      "minLength": 1,
      "maxLength": 200
    },
    "email_domains": {
      "maxItems": 50
    },
    "role_mappings": {
      "required": true,
      "maxItems": 100
    },
    "enabled": {},
    "required": {},
    "verifies_second_factor": {},
    "second_factor_values": {
      "maxItems": 20
    }
  },
  "ProviderSubject": {
    "subject": {
      "required": true,
      "minLength": 1,
      "maxLength": 255
    }
  },
  "NewPasskey": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "response": {
      "required": true
    }
  },
  "PasswordChange": {
    "current_password": {
      "required": true,
      "minLength": 1,
      "maxLength": 1024
    },
    "new_password": {
      "required": true,
      "minLength": 15,
      "maxLength": 1024
    }
  },
  "RetentionRule": {
    "keep_days": {
      "minimum": 1,
      "maximum": 36500
    },
    "keep_last": {
      "minimum": 1,
      "maximum": 100000
    }
  },
  "SettingsPatch": {
    "storage_low_percent": {
      "minimum": 1,
      "maximum": 90
    },
    "trust_posture": {
      "enum": [
        "strict",
        "tofu",
        null
      ]
    },
    "restore_policy": {
      "enum": [
        "allow",
        "deny",
        null
      ]
    },
    "session_idle_minutes": {
      "minimum": 5,
      "maximum": 10080
    },
    "token_days_without_networks": {
      "minimum": 1,
      "maximum": 365
    },
    "break_glass_copies": {},
    "break_glass_days": {
      "minimum": 1,
      "maximum": 90
    },
    "second_factor_roles": {
      "maxItems": 9
    },
    "approval_actions": {
      "maxItems": 6
    },
    "destruction_delay_days": {
      "minimum": 0,
      "maximum": 90
    },
    "retention_cooling_off_days": {
      "minimum": 0,
      "maximum": 90
    },
    "retention_floor_keep_days": {
      "minimum": 1,
      "maximum": 36500
    },
    "retention_floor_keep_last": {
      "minimum": 1,
      "maximum": 100000
    },
    "master_key_backed_up": {}
  },
  "NewTenant": {
    "slug": {
      "required": true,
      "pattern": "^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$"
    },
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "restore_policy": {
      "enum": [
        "allow",
        "deny",
        null
      ]
    },
    "decommissioned_retention_days": {
      "minimum": 1,
      "maximum": 36500
    }
  },
  "TenantPatch": {
    "name": {
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "restore_policy": {
      "enum": [
        "allow",
        "deny",
        null
      ]
    },
    "decommissioned_retention_days": {
      "minimum": 1,
      "maximum": 36500
    },
    "second_factor_required": {},
    "allowed_networks": {
      "maxItems": 50
    }
  },
  "TotpCode": {
    "code": {
      "required": true,
      "minLength": 6,
      "maxLength": 32,
      "pattern": "^[0-9A-Za-z -]*$"
    }
  },
  "NewUser": {
    "email": {
      "required": true,
      "minLength": 3,
      "maxLength": 320,
      "pattern": "^[^\\s@\\u0000]+@[^\\s@\\u0000]+$"
    },
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "role": {
      "required": true,
      "enum": [
        "tenant_auditor",
        "tenant_readonly",
        "tenant_operator",
        "tenant_admin",
        "tenant_custom",
        "platform_auditor",
        "platform_operator",
        "platform_admin",
        "platform_custom"
      ]
    },
    "role_id": {},
    "password": {
      "required": true,
      "minLength": 15,
      "maxLength": 1024
    },
    "must_change_password": {}
  },
  "UserPatch": {
    "email": {
      "minLength": 3,
      "maxLength": 320,
      "pattern": "^[^\\s@\\u0000]+@[^\\s@\\u0000]+$"
    },
    "name": {
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "role": {
      "enum": [
        "tenant_auditor",
        "tenant_readonly",
        "tenant_operator",
        "tenant_admin",
        "tenant_custom",
        "platform_auditor",
        "platform_operator",
        "platform_admin",
        "platform_custom"
      ]
    },
    "role_id": {},
    "password": {
      "minLength": 15,
      "maxLength": 1024
    },
    "must_change_password": {},
    "disabled": {},
    "break_glass": {},
    "keep_tokens": {}
  },
  "NewWebhook": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "url": {
      "required": true,
      "minLength": 8,
      "maxLength": 2000,
      "pattern": "^[Hh][Tt][Tt][Pp][Ss]?://[^\\u0000-\\u0020]+$"
    },
    "secret": {
      "required": true,
      "minLength": 16,
      "maxLength": 200,
      "pattern": "^[\\u0020-\\u007e]+$"
    },
    "headers": {
      "maxItems": 10
    },
    "events": {
      "maxItems": 50
    },
    "min_severity": {
      "enum": [
        "info",
        "warning",
        "critical"
      ]
    },
    "sites": {
      "maxItems": 100
    },
    "tags": {
      "maxItems": 100
    },
    "platforms": {
      "maxItems": 50
    },
    "digest_minutes": {
      "minimum": 0,
      "maximum": 1440
    },
    "enabled": {}
  },
  "NewNotificationChannel": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "kind": {
      "required": true,
      "enum": [
        "webhook",
        "http",
        "mail",
        "slack",
        "teams",
        "mattermost",
        "pagerduty",
        "ntfy",
        "syslog",
        "snmp"
      ]
    },
    "webhook": {},
    "http": {},
    "mail": {},
    "slack": {},
    "teams": {},
    "mattermost": {},
    "pagerduty": {},
    "ntfy": {},
    "syslog": {},
    "snmp": {},
    "rules": {
      "maxItems": 20
    },
    "language": {
      "enum": [
        "en",
        "fr"
      ]
    },
    "include_summaries": {},
    "digest_minutes": {
      "minimum": 0,
      "maximum": 1440
    },
    "quiet_hours": {},
    "escalation": {},
    "enabled": {}
  },
  "NewMailServer": {
    "host": {
      "required": true,
      "minLength": 1,
      "maxLength": 253,
      "pattern": "^[0-9A-Za-z.:_-]+$"
    },
    "port": {
      "minimum": 1,
      "maximum": 65535
    },
    "security": {
      "enum": [
        "starttls",
        "tls",
        "none"
      ]
    },
    "username": {
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^[^\\u0000]+$"
    },
    "password": {
      "minLength": 1,
      "maxLength": 1000,
      "pattern": "^[^\\u0000]+$"
    },
    "from": {
      "required": true,
      "minLength": 3,
      "maxLength": 254,
      "pattern": "^[^\\s@\\u0000<>,;]+@[^\\s@\\u0000<>,;]+$"
    },
    "ca_certificates": {
      "minLength": 1,
      "maxLength": 65536,
      "pattern": "^[^\\u0000]+$"
    }
  },
  "NewAcknowledgement": {
    "note": {
      "minLength": 1,
      "maxLength": 500,
      "pattern": "^[^\\u0000]+$"
    }
  },
  "NewReportSchedule": {
    "name": {
      "required": true,
      "minLength": 1,
      "maxLength": 200,
      "pattern": "^(?!\\s)[^\\u0000-\\u001f\\u007f]+(?<!\\s)$"
    },
    "period": {
      "required": true,
      "enum": [
        "daily",
        "weekly",
        "monthly"
      ]
    },
    "time": {
      "pattern": "^([01][0-9]|2[0-3]):[0-5][0-9]$"
    },
    "weekday": {},
    "day_of_month": {
      "minimum": 1,
      "maximum": 28
    },
    "time_zone": {
      "minLength": 1,
      "maxLength": 60
    },
    "language": {
      "enum": [
        "en",
        "fr"
      ]
    },
    "recipients": {
      "required": true,
      "maxItems": 20
    },
    "attach_pdf": {},
    "sections": {
      "maxItems": 6
    },
    "enabled": {}
  }
} as const
