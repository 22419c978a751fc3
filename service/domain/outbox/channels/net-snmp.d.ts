/** What is used of the package, which has no types. */
declare module 'net-snmp' {
  interface SnmpLibrary {
    Version2c: number
    AuthProtocols: Record<'sha' | 'sha256' | 'sha512', number>
    PrivProtocols: Record<'aes' | 'aes256b', number>
    SecurityLevel: Record<'authPriv', number>
    ObjectType: Record<'Integer' | 'OctetString', number>
    createModuleStore(): ModuleStore
    createSession(address: string, community: string, options: object): Session
    createV3Session(address: string, user: object, options: object): Session
  }

  /** Parsed MIB modules. */
  interface ModuleStore {
    loadFromFile(path: string): void
    getModules(withBase: boolean): Record<string, Record<string, { OID?: string } | string>>
  }

  interface Variable {
    oid: string
    type: number
    value: string | number
  }

  type Notify = (oid: string, variables: Variable[], done: (error: Error | null) => void) => void

  interface Request {
    message: {
      /** Of version 3. */
      msgSecurityParameters?: { msgAuthoritativeEngineBoots: number; msgAuthoritativeEngineTime: number }
    }
  }

  export interface Session {
    trap: Notify
    inform: Notify
    send(request: Request, noWait?: boolean): Session
    on(event: 'error', listener: (error: Error) => void): void
    on(event: 'close', listener: () => void): void
    close(): void
  }

  const library: SnmpLibrary
  export { type SnmpLibrary }
  export default library
}
