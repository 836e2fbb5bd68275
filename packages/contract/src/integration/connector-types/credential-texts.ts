import { secret, text, textScalar } from '../../description/scalars.ts'
import type { Reading } from '../../description/schema.ts'

/** The text that responses show in place of a secret; sending it back keeps the stored secret. */
const mask = '******'
const serviceAccountKeys = ['client_email', 'private_key', 'private_key_id', 'project_id', 'type']

type CredentialFault =
  | string
  | { readonly wrong_type: unknown }
  | { readonly missing_keys: readonly string[] }

/** Returns the broker's error for a text that is not the file of a Google service account. */
function findServiceAccountFault(written: string): CredentialFault | undefined {
  if (written === mask) return undefined
  const account = parseObject(written)
  if (account === undefined) return 'not a json'
  const missing = serviceAccountKeys.filter((key) => !Object.hasOwn(account, key))
  if (missing.length > 0) return { missing_keys: missing }
  const { type } = account
  return type === 'service_account' ? undefined : { wrong_type: type }
}

function parseObject(written: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const parsed: unknown = JSON.parse(written)
    return typeof parsed === 'object' && parsed !== null ? { ...parsed } : undefined
  } catch {
    return undefined
  }
}

/** Checks an Azure key, which must be Base64 or the path of a file that holds the key. */
function findAccountKeyFault(key: string): string | undefined {
  const digits = key.replace(/\s/g, '')
  const isBase64 = digits.length % 4 === 0 && /^[A-Za-z0-9+/]*={0,2}$/.test(digits)
  return isBase64 || key === mask || key.startsWith('file://')
    ? undefined
    : 'bad account key; must be a valid base64 encoded value'
}

/** Checks a Snowflake account, which must include its organization. */
function findSnowflakeAccountFault(account: string): string | undefined {
  return account.includes('-') ? undefined : 'Account identifier must be of form ORGID-ACCOUNTNAME'
}

const judgeReading = (reading: Reading, fault: (written: string) => unknown): Reading => {
  if (!('value' in reading)) return reading
  const reason = fault(String(reading.value))
  return reason === undefined ? reading : { reason, isValueHidden: true }
}

/** Also accepts the document as an object instead of text. */
const serviceAccount = textScalar('binary()', (value) =>
  judgeReading(
    text.read(typeof value === 'object' && value !== null ? JSON.stringify(value) : value),
    findServiceAccountFault,
  ),
)

const accountKey = {
  ...secret,
  read: (value: unknown) => judgeReading(secret.read(value), findAccountKeyFault),
}

const snowflakeAccount = textScalar('binary()', (value) => {
  const reading = text.read(value)
  const reason = 'value' in reading ? findSnowflakeAccountFault(String(reading.value)) : undefined
  return reason === undefined ? reading : { reason }
})

/** The types of credentials in the settings of a connector. */
export const credentialTexts = { serviceAccount, accountKey, snowflakeAccount }

/** The functions that return the broker's error for each type; undefined for a valid value. */
export const credentialFaults = {
  serviceAccount: findServiceAccountFault,
  accountKey: findAccountKeyFault,
  snowflakeAccount: findSnowflakeAccountFault,
}
