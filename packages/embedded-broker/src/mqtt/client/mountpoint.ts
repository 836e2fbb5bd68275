/** Who a mountpoint is for. */
interface Mounted {
  readonly clientid: string
  readonly username: string | undefined
}

/** `devices/${clientid}/` for one client; like EMQX, an unknown placeholder stays as it is written. */
export function fillMountpoint(template: string, { clientid, username }: Mounted): string {
  return template.replaceAll(/\$\{(clientid|username)\}/g, (_, name) =>
    name === 'clientid' ? clientid : (username ?? 'undefined'),
  )
}

/** A topic as the client of a mountpoint sees it. */
export function stripMountpoint(mountpoint: string, topic: string): string {
  return topic.startsWith(mountpoint) ? topic.slice(mountpoint.length) : topic
}
