import type { SsoBackend } from '@brokerdeck/contract/system/sso.ts'
import { Panel } from '#ui/panel.tsx'
import { PropertyList } from '#ui/property-list.tsx'
import { Verbatim } from '#ui/verbatim.tsx'
import { backends } from './backends.ts'
import classes from './callback-addresses.module.css'
import { m } from './messages.ts'

/** What has to be entered at the provider. */
export function CallbackAddresses({ backend }: { readonly backend: SsoBackend }) {
  const { callbacks } = backends[backend]
  if (callbacks.length === 0) return null
  const properties = callbacks.map(({ label, path }) => {
    const address = `${location.origin}${path}`
    return { label, value: <Verbatim text={address} mono focusable />, copy: address }
  })
  return (
    <Panel title={m.atProvider} padded className={classes['panel']}>
      <div className={classes['addresses']}>
        <PropertyList groups={[{ properties }]} />
      </div>
    </Panel>
  )
}
