export const scramMethods = ['SCRAM-SHA-256', 'SCRAM-SHA-512'] as const
export type ScramMethod = (typeof scramMethods)[number]

/** Browsers have `crypto.subtle` only on pages that were loaded over HTTPS or from the same machine. */
export const canHash = (): boolean => crypto.subtle !== undefined
