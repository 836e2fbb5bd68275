import { checkConfig } from '../../config/check-config.ts'
import type { Config } from '../../config/config.ts'
import { valueAt, withValueAt } from '../../config/value-at.ts'
import { refusal } from '../../http/api-refusal.ts'

/** One value back to its default. Whole roots have none, says the broker. */
export async function resetConfig(config: Config, name: string, path: string | undefined): Promise<void> {
  const keys = path === undefined || path === '' ? [] : path.split('.')
  const defaults = checkConfig(config.schema(name), {})
  const value = 'value' in defaults && keys.length > 0 ? valueAt(defaults.value, keys) : undefined
  if (value === undefined) throw refusal(400, 'NO_DEFAULT_VALUE', 'No Default Value.')
  await config.put(name, withValueAt(config.document(name), keys, value))
}
