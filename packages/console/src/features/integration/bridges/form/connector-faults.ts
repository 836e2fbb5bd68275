import { credentialFaults } from '@brokerdeck/contract/integration/connector-types/credential-texts.ts'
import { connectorValues as m } from '#features/integration/bridges/messages/bridge-form.ts'
import type { FormFault } from '#kit/form/field.ts'
import type { ApiDocument } from '#kit/form/shell/form-spec.ts'
import type { BridgeType } from './bridge-document.ts'

type Judged = Pick<BridgeType, 'kind' | 'type'>

/** Returns the settings of a connector that the broker rejects although each field on its own is valid. */
export function connectorFaults({ kind, type }: Judged, document: ApiDocument): readonly FormFault[] {
  if (kind !== 'connector') return []
  const textAt = (path: string) => String(document[path] ?? '')
  switch (type) {
    case 'oracle':
      return document['sid'] === undefined && document['service_name'] === undefined
        ? [{ path: 'sid', message: m.databaseName }]
        : []
    case 'gcp_pubsub_producer':
    case 'gcp_pubsub_consumer':
      return toFaults('service_account_json', describeAccountFault(textAt('service_account_json')))
    case 'azure_blob_storage':
      return toFaults('account_key', credentialFaults.accountKey(textAt('account_key')) && m.notBase64)
    case 'snowflake': {
      const account = textAt('account')
      return toFaults(
        'account',
        account === '' ? undefined : credentialFaults.snowflakeAccount(account) && m.snowflakeAccount,
      )
    }
    default:
      return []
  }
}

function describeAccountFault(text: string): string | undefined {
  const fault = text === '' ? undefined : credentialFaults.serviceAccount(text)
  if (fault === undefined) return undefined
  if (typeof fault === 'string') return m.notJson
  return 'missing_keys' in fault ? m.missingKeys(fault.missing_keys.join(', ')) : m.notServiceAccount
}

/** The fields that need a scheme before the host, although the broker accepts the text without a scheme. */
const urls: Readonly<Record<string, string>> = {
  opents: 'server',
  dynamo: 'url',
  kinesis: 'endpoint',
  tablestore: 'endpoint',
  hstreamdb: 'url',
}

/** The types that accept several servers of one cluster in a setting called `server`. */
const takesSeveral = ['iotdb', 'tdengine']

/** Returns warnings for settings that the broker accepts but cannot connect with. */
export function connectorCautions({ kind, type }: Judged, document: ApiDocument): readonly FormFault[] {
  if (kind !== 'connector') return []
  const urlPath = Object.hasOwn(urls, type) ? urls[type] : undefined
  if (urlPath !== undefined) return findCautions(document, urlPath, (text) => !hasScheme(text), m.needsScheme)
  if (type === 's3') return findCautions(document, 'host', hasScheme, m.hostAlone)
  if (takesSeveral.includes(type)) return []
  return findCautions(document, 'server', isSeveral, m.firstOnly)
}

const hasScheme = (text: string) => /^https?:\/\//i.test(text)
const isSeveral = (text: string) => text.split(',').filter((one) => one.trim() !== '').length > 1

function findCautions(
  document: ApiDocument,
  path: string,
  isOdd: (text: string) => boolean,
  message: string,
): readonly FormFault[] {
  const text = document[path]
  return typeof text === 'string' && text !== '' && isOdd(text) ? [{ path, message }] : []
}

function toFaults(path: string, message: string | undefined): readonly FormFault[] {
  return message === undefined ? [] : [{ path, message }]
}
