import { gatewayDevices } from '@brokerdeck/contract/extensions/gateways/gateway-devices.ts'
import {
  type ResourceType,
  resourceTypes,
} from '@brokerdeck/contract/extensions/gateways/lwm2m-definitions.ts'
import { publish } from '@brokerdeck/contract/traffic/publish.ts'
import { describeError } from '#api/errors.ts'
import { whyNoPublish } from '#api/query.ts'
import { objects as m } from '#features/extensions/messages/gateway-devices.ts'
import { notify } from '#kit/dialogs/notify.tsx'
import type { Field } from '#kit/form/field.ts'
import { FormDialog } from '#kit/form/shell/form-dialog.tsx'
import { type ApiDocument, type FormOutcome, warnIf } from '#kit/form/shell/form-spec.ts'
import { IncompleteDocument } from '#resource/endpoint-form/parse-body.ts'
import { writePlan } from '#resource/endpoint-form/write-plan.ts'
import { commandMessage, sendCommand } from './command-topic.ts'
import type { ResourceRow } from './object-rows.ts'
import type { ObjectWorkspace } from './object-workspace.ts'

const common = { path: 'value', label: m.value, isRequired: true, width: 12 } as const

function valueField(type: ResourceType | undefined): Field {
  switch (type) {
    case 'Integer':
      return { kind: 'number', ...common }
    case 'Time':
      return { kind: 'number', ...common, help: m.timeHelp }
    case 'Float':
      return { kind: 'number', ...common, isFractional: true }
    case 'Boolean':
      return { kind: 'toggle', ...common }
    case 'Opaque': {
      const regex = /^[A-Za-z0-9+/]*={0,2}$/
      return {
        kind: 'text',
        ...common,
        isCode: true,
        help: m.opaqueHelp,
        pattern: { regex, message: m.wrongBase64 },
      }
    }
    case 'Objlnk': {
      const pattern = { regex: /^\d{1,5}:\d{1,5}$/, message: m.wrongObjlnk }
      return { kind: 'text', ...common, isCode: true, help: m.objlnkHelp, pattern }
    }
    default:
      return { kind: 'text', ...common, isCode: true }
  }
}

/** The field that asks the user for the type of a resource whose type is not known. */
const typeField: Field = {
  kind: 'select',
  path: 'type',
  label: m.type,
  options: resourceTypes.map((value) => ({ value, label: value })),
}

/** Returns the initial value of the form: the last value, if it has the type of the resource. */
function getStartValue({ type, known }: ResourceRow): unknown {
  const value = known?.value ?? undefined
  if (type === 'Boolean') return value === true
  if (type === 'Integer' || type === 'Float' || type === 'Time')
    return typeof value === 'number' ? value : undefined
  return value === undefined ? '' : String(value)
}

function textIn({ value }: ApiDocument): string {
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return String(value)
  throw new IncompleteDocument('there is no value')
}

interface ResourceDialogProps {
  readonly workspace: ObjectWorkspace
  readonly resource: ResourceRow
  readonly onClose: () => void
}

/** Writes a new value of the resource's type, and reads it back once the device has accepted it. */
export function WriteDialog({ workspace, resource, onClose }: ResourceDialogProps) {
  const { path, operations, type } = resource
  const write = writePlan(gatewayDevices.write, {
    toRequest: (document) => ({
      params: { clientid: workspace.clientid },
      query: { path, type: type ?? String(document['type']), value: textIn(document) },
    }),
  })
  const fields = type === undefined ? [typeField, valueField(undefined)] : [valueField(type)]
  const follow = async () => {
    const isAnswered = await workspace.ask('write', path, async () => undefined)
    if (isAnswered && operations !== 'W') await workspace.read(path)
  }
  return (
    <FormDialog
      title={m.writeTitle(path)}
      submitLabel={m.writeAction}
      onClose={onClose}
      plan={{
        ...write,
        sections: [{ id: 'value', title: resource.name, fields }],
        document: { type: type ?? 'String', value: getStartValue(resource) },
        isNew: true,
        impact: () => warnIf(true, m.writeImpact),
        lockedReason: whyNoPublish(),
        onApplied: () => {
          notify.success(m.written)
          void follow()
        },
      }}
    />
  )
}

const argsField: Field = {
  kind: 'text',
  path: 'args',
  label: m.args,
  help: m.argsHelp,
  isCode: true,
  width: 12,
}

/** Executes a resource by publishing a message, because the API has no operation for it. */
export function ExecuteDialog(props: ResourceDialogProps & { readonly topic: string }) {
  const { workspace, resource, topic, onClose } = props
  const { path, name } = resource
  const buildCommand = ({ args }: ApiDocument) =>
    ({
      msgType: 'execute',
      data: { path, ...(typeof args === 'string' && args !== '' ? { args } : {}) },
    }) as const
  const { plan } = writePlan(publish.publish, {
    toRequest: (document) => commandMessage(topic, buildCommand(document)),
  })
  const apply = async (document: ApiDocument): Promise<FormOutcome> => {
    try {
      await sendCommand(topic, buildCommand(document))
      return { kind: 'applied' }
    } catch (error) {
      return { kind: 'refused', ...describeError(error), fields: [] }
    }
  }
  return (
    <FormDialog
      title={m.executeTitle(path)}
      submitLabel={m.executeAction}
      onClose={onClose}
      plan={{
        plan,
        apply,
        document: { args: '' },
        isNew: true,
        sections: [{ id: 'args', title: name, fields: [argsField] }],
        impact: () => warnIf(true, m.executeImpact(name)),
        lockedReason: whyNoPublish(),
        onApplied: () => {
          notify.success(m.executed)
          void workspace.ask('execute', path, async () => undefined)
        },
      }}
    />
  )
}
