import { type GcpDevice, gcpDevices, gcpKeyTypes } from '@brokerdeck/contract/access/gcp-devices.ts'
import { topicNameFault } from '@brokerdeck/languages/topic.ts'
import * as v from 'valibot'
import { unlessGone } from '#api/errors.ts'
import { request } from '#api/http.ts'
import { whyNoWrite } from '#api/query.ts'
import { gcpDevices as m } from '#features/access/messages/access.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Field, FormFault, Section } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { type ApiDocument, warnIf } from '#kit/form/shell/form-spec.ts'
import { visibleText } from '#lib/visible-text.ts'
import { parseBody, parseDisplayed } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'

const never = 'never'
const usualType = 'ES256_PEM'

const deviceId: Field = {
  kind: 'text',
  path: 'deviceid',
  label: m.deviceId,
  isRequired: true,
  requiredMessage: m.deviceIdRequired,
  isCode: true,
  width: 12,
}

const settings: readonly Field[] = [
  { kind: 'text', path: 'project', label: m.project, isCode: true, width: 4, isOptional: true },
  { kind: 'text', path: 'location', label: m.location, isCode: true, width: 4, isOptional: true },
  { kind: 'text', path: 'registry', label: m.registry, isCode: true, width: 4, isOptional: true },
  {
    kind: 'rows',
    path: 'keys',
    label: m.keys,
    addLabel: m.addKey,
    width: 12,
    columns: [
      {
        kind: 'select',
        path: 'key_type',
        label: m.keyType,
        isRequired: true,
        default: usualType,
        options: gcpKeyTypes.map((value) => ({ value, label: value })),
      },
      { kind: 'lines', path: 'key', label: m.key, isRequired: true, isCode: true, rows: 3 },
      { kind: 'moment', path: 'expires_at', label: m.keyExpires, never },
    ],
  },
  {
    kind: 'lines',
    path: 'config',
    label: m.config,
    help: m.configHelp,
    isCode: true,
    rows: 3,
    width: 12,
    isOptional: true,
  },
]

const buildSections = (isNew: boolean): readonly Section[] => [
  { id: 'device', title: m.createTitle, fields: isNew ? [deviceId, ...settings] : settings },
]

const shownSchema = v.looseObject({
  deviceid: v.string(),
  config: v.optional(v.string(), ''),
  // A field that is left at its default is absent in a new row.
  keys: v.optional(
    v.array(
      v.looseObject({
        key_type: v.optional(v.string(), usualType),
        expires_at: v.optional(v.string(), never),
      }),
    ),
    [],
  ),
})

/** Converts a device for the form. The broker counts seconds, and 0 means never. */
function toDeviceDocument({ created_at: _written, keys, ...device }: GcpDevice): ApiDocument {
  // The maximum of a `Date` in seconds, in both directions.
  const latest = 8_640_000_000_000
  const toMoment = (seconds: number) =>
    seconds === 0 ? never : new Date(Math.max(-latest, Math.min(seconds, latest)) * 1000).toISOString()
  return { ...device, keys: keys.map((key) => ({ ...key, expires_at: toMoment(key.expires_at) })) }
}

function toDeviceRequest(document: ApiDocument) {
  const { deviceid, keys, ...others } = parseDisplayed(shownSchema, document)
  const toSeconds = (moment: string) => (moment === never ? 0 : Math.floor(Date.parse(moment) / 1000))
  const body = { ...others, keys: keys.map((key) => ({ ...key, expires_at: toSeconds(key.expires_at) })) }
  return { params: { deviceid }, body: parseBody(gcpDevices.put.body, body) }
}

function check(document: ApiDocument): readonly FormFault[] {
  const { output, success } = v.safeParse(shownSchema, document)
  if (!success) return []
  const isTopic = output.deviceid === '' || topicNameFault(`/devices/${output.deviceid}`) === undefined
  const isBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/.test(output.config)
  return [
    ...(isTopic ? [] : [{ path: 'deviceid', message: m.badDeviceId }]),
    ...(isBase64 ? [] : [{ path: 'config', message: m.badBase64 }]),
  ]
}

/**
 * Says why a device cannot be created. Writing replaces an existing device, so a new device must not overwrite
 * another unseen.
 */
async function whyNotNew(document: ApiDocument): Promise<string | undefined> {
  const { deviceid } = parseDisplayed(shownSchema, document)
  const known = await unlessGone(request(gcpDevices.get, { params: { deviceid } }, { isSilent: true }))
  return known === undefined ? undefined : m.exists
}

interface DeviceDialogProps {
  /** The device to edit; undefined to add a device. */
  readonly device: GcpDevice | undefined
  readonly onClose: () => void
}

export function DeviceDialog({ device, onClose }: DeviceDialogProps) {
  const isNew = device === undefined
  const write = writePlan(gcpDevices.put, {
    toRequest: toDeviceRequest,
    beforeWrite: isNew ? whyNotNew : undefined,
  })
  const empty = { deviceid: '', project: '', location: '', registry: '', keys: [], config: '' }
  return (
    <FormDialog
      title={isNew ? m.createTitle : m.editTitle(visibleText(device.deviceid, 80))}
      submitLabel={isNew ? m.add : m.save}
      size={760}
      onClose={onClose}
      plan={{
        ...write,
        sections: buildSections(isNew),
        document: isNew ? empty : toDeviceDocument(device),
        isNew,
        check,
        impact: () => (isNew ? undefined : warnIf(true, m.impact)),
        lockedReason: whyNoWrite(),
        onApplied: () => notify.success(m.saved),
      }}
    />
  )
}
