import { fillMountpoint } from '../mqtt/client/mountpoint.ts'

interface Mounted {
  readonly clientid: string
  readonly username: string | undefined
  /** Of LwM2M. */
  readonly endpointName?: string
}

/**
 * What stands before the topics of a client; undefined where its own name would make a filter of it, with which it
 * would hear what is meant for others.
 */
export function gatewayMountpoint(template: string, who: Mounted): string | undefined {
  const mounted = fillMountpoint(
    template.replaceAll(`\${endpoint_name}`, () => who.endpointName ?? 'undefined'),
    who,
  )
  return /[+#\0]/.test(mounted) ? undefined : mounted
}
