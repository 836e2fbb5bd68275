/** TLS of a connection that is set up here checks whom it reaches, unlike the broker's own default. */
export const initialTls = { ssl: { enable: false, verify: 'verify_peer' } } as const
