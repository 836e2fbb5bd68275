/** The client that a mountpoint applies to. */
interface Mounted {
  readonly clientid: string
  readonly username: string | undefined
}

/** Fills in a mountpoint such as `devices/${clientid}/`; like EMQX, leaves unknown placeholders as they are written. */
export function fillMountpoint(template: string, { clientid, username }: Mounted): string {
  return template.replaceAll(/\$\{(clientid|username)\}/g, (_, name) =>
    name === 'clientid' ? clientid : (username ?? 'undefined'),
  )
}

/** Returns a topic as the client behind the mountpoint sees it. */
export function stripMountpoint(mountpoint: string, topic: string): string {
  return topic.startsWith(mountpoint) ? topic.slice(mountpoint.length) : topic
}
