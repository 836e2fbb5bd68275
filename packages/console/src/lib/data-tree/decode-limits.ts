/** Of a document that comes from anywhere: size in bytes, values in all, levels. */
export const DECODE_LIMITS = { size: 2 * 1024 * 1024, nodes: 300_000, depth: 200 } as const
