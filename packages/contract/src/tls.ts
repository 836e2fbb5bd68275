/** As the configuration spells them, wherever the broker speaks TLS. */
export const tlsVersions = ['tlsv1.3', 'tlsv1.2', 'tlsv1.1', 'tlsv1'] as const

export const tlsVerifications = ['verify_peer', 'verify_none'] as const

/** Least to most talkative, then nothing and everything. */
export const tlsLogLevels = [
  'emergency',
  'alert',
  'critical',
  'error',
  'warning',
  'notice',
  'info',
  'debug',
  'none',
  'all',
] as const
