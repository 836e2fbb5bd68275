// breaks: layers
import { upstreamTimeoutMs } from '#proxy/open-upstream.ts'

export const slowestMs = upstreamTimeoutMs / 2
