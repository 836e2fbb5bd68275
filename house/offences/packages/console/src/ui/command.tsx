export function Command() {
  return <code>emqx ctl admins</code>
}
