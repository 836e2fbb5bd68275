import { accessBackend as m } from './messages.ts'

/** Beside the TLS switch of what is asked by HTTP: the address alone does not turn the check on. */
export const httpsNote = m.httpsNote
