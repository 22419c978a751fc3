/** Values that differ between devices, or each time that a device writes them, although the secret is the same. */
export const saltedValues: readonly RegExp[] = [
  /\$\w{1,8}\$[^\s"';<>]+/g, // crypt(3), Cisco 5, 8 and 9, Junos $9$, BIG-IP $M$
  /(?<=\b(?:password|secret|key|key-string|md5|server-key|pre-shared-key) [5-9] )\S+/gi, // Cisco types 5 to 9
  /(?<=\bENC )[\w+/=]{8,}/g, // FortiOS
  /-AQ==[\w+/=]+/g, // PAN-OS
  /%\^%#.{1,200}?%\^%#/g, // Huawei VRP
]
