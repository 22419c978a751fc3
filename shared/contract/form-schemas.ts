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
    "tenant_id": {}
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
        "tenant_readonly",
        "tenant_operator",
        "tenant_admin",
        "platform_operator",
        "platform_admin"
      ]
    },
    "expires_in_days": {
      "minimum": 1,
      "maximum": 365
    },
    "networks": {
      "maxItems": 50
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
        "tenant_readonly",
        "tenant_operator",
        "tenant_admin",
        "platform_operator",
        "platform_admin"
      ]
    },
    "password": {
      "required": true,
      "minLength": 12,
      "maxLength": 1024
    }
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
        "tenant_readonly",
        "tenant_operator",
        "tenant_admin",
        "platform_operator",
        "platform_admin"
      ]
    },
    "password": {
      "minLength": 12,
      "maxLength": 1024
    },
    "disabled": {},
    "keep_tokens": {}
  }
} as const
