import { type GcpDevice, gcpDevices } from '@brokerdeck/contract/access/gcp-devices.ts'
import { canAddress } from '@brokerdeck/contract/endpoint.ts'
import { lazy } from 'react'
import { send } from '#acting/action.tsx'
import { whyNoWrite } from '#api/query.ts'
import { EnterpriseOnly } from '#domain/edition/enterprise-only.tsx'
import { gcpDevices as m } from '#features/access/messages/access.ts'
import { formatNumber } from '#i18n/format-number.ts'
import { joinSentences } from '#i18n/sentences.ts'
import { askDialog } from '#kit/dialogs/dialog-store.ts'
import type { Column } from '#kit/table/column.ts'
import { verbatimColumn } from '#kit/table/verbatim-column.tsx'
import { consoleConfig } from '#lib/console-config.ts'
import { visibleText } from '#lib/visible-text.ts'
import { createPagedList } from '#resource/managed-list.ts'
import { ManagedListPage } from '#resource/managed-list-page.tsx'
import { declareResource } from '#resource/managed-resource.ts'
import { linkTo } from '#routes/routes.ts'
import { Button } from '#ui/button.tsx'
import { RelativeTime } from '#ui/relative-time.tsx'
import { Verbatim } from '#ui/verbatim.tsx'

const DeviceDialog = lazy(async () => ({ default: (await import('./device-dialog.tsx')).DeviceDialog }))
const ImportDevicesDialog = lazy(async () => ({
  default: (await import('./import-devices-dialog.tsx')).ImportDevicesDialog,
}))

function editDevice(device: GcpDevice | undefined): void {
  void askDialog<void>((close) => <DeviceDialog device={device} onClose={close} />)
}

/** Says which keys a device has, and whether they are still valid. */
function describeKeys({ keys }: GcpDevice): string {
  const types = [...new Set(keys.map(({ key_type }) => key_type))].join(', ')
  const now = Date.now() / 1000
  const expired = keys.filter(({ expires_at }) => expires_at !== 0 && expires_at < now).length
  if (keys.length === 0) return m.noKeys
  return expired === 0 ? types : `${types} (${m.expiredKeys(expired, formatNumber(expired))})`
}

const columns: readonly ('name' | Column<GcpDevice, never>)[] = [
  'name',
  verbatimColumn('project', m.project, ({ project }) => project, { width: 160, phone: 'pair' }),
  verbatimColumn('location', m.location, ({ location }) => location, { width: 140, phone: 'pair' }),
  verbatimColumn('registry', m.registry, ({ registry }) => registry, { width: 160, phone: 'pair' }),
  {
    id: 'keys',
    header: m.keys,
    value: describeKeys,
    cell: (device) => <Verbatim text={describeKeys(device)} />,
    width: 220,
    phone: 'line',
  },
  {
    id: 'created_at',
    header: m.written,
    value: ({ created_at }) => created_at,
    cell: ({ created_at }) =>
      created_at === undefined ? <Verbatim text="" /> : <RelativeTime at={created_at * 1000} />,
    width: 150,
    phone: 'pair',
  },
]

const gcpDeviceResource = declareResource({
  toId: ({ deviceid }: GcpDevice) => deviceid,
  idField: 'deviceid',
  formatName: ({ deviceid }) => deviceid,
  address: linkTo('gcpDevices'),
  list: createPagedList(
    gcpDevices.list,
    (place) => ({ query: place }),
    (answer) => answer,
  ),
  columns,
  columnsKey: 'gcpDeviceTableColumns',
  exportName: 'gcp-devices',
  words: { ...m, member: m.deviceId },
  remove: {
    deed: send(gcpDevices.remove, ({ deviceid }) => ({ params: { deviceid } })),
    // Connected clients stay connected.
    interrupts: () => 'nothing',
    consequence: ({ deviceid }) => m.consequence(visibleText(deviceid, 80)),
  },
  actions: [
    {
      label: m.edit,
      opens: (device) => editDevice(device),
      disabledReason: ({ deviceid }) => whyNoWrite() ?? (canAddress(deviceid) ? undefined : m.unaddressable),
    },
  ],
})

/** Lists the devices that were migrated from Google's service. */
export function GcpDevicesPage() {
  return (
    <EnterpriseOnly title={m.title} part={m.part}>
      <ManagedListPage
        resource={gcpDeviceResource}
        create={{ label: m.create, to: () => editDevice(undefined) }}
        summary={({ count }) =>
          joinSentences(
            count !== undefined && m.summary(count, formatNumber(count)),
            consoleConfig().mode === 'embedded' ? m.embedded : m.withoutAuthenticator,
          )
        }
        toolbar={() => (
          <Button
            size="small"
            disabledReason={whyNoWrite()}
            onClick={() => void askDialog<void>((close) => <ImportDevicesDialog onClose={close} />)}
          >
            {m.import}
          </Button>
        )}
      />
    </EnterpriseOnly>
  )
}
