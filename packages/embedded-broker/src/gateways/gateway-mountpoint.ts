import { fillMountpoint } from '../mqtt/client/mountpoint.ts'

interface Mounted {
  readonly clientid: string
  readonly username: string | undefined
  /** The endpoint name; only in LwM2M. */
  readonly endpointName?: string
}

/**
 * Returns the prefix of a client's topics; undefined if the client's own name would turn it into a topic filter,
 * through which the client would receive messages meant for others.
 */
export function gatewayMountpoint(template: string, who: Mounted): string | undefined {
  const mounted = fillMountpoint(
    template.replaceAll(`\${endpoint_name}`, () => who.endpointName ?? 'undefined'),
    who,
  )
  return /[+#\0]/.test(mounted) ? undefined : mounted
}
