export const scramMethods = ['SCRAM-SHA-256', 'SCRAM-SHA-512'] as const
export type ScramMethod = (typeof scramMethods)[number]

/** Browsers have it only on pages that came over HTTPS, or from their own machine. */
export const canHash = (): boolean => crypto.subtle !== undefined
