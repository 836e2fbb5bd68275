import { m } from './messages.ts'

/** In the order in which they are offered. */
export const mechanisms = [
  { id: 'password_based', about: m.passwordBasedAbout },
  { id: 'jwt', about: m.jwtAbout },
  { id: 'scram', about: m.scramAbout },
  { id: 'gssapi', about: m.gssapiAbout },
  { id: 'cinfo', about: m.cinfoAbout },
] as const
