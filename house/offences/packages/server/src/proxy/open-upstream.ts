export const upstreamTimeoutMs = 20_000
