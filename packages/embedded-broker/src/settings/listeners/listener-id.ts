import type { ListenerType } from '@brokerdeck/contract/settings/listeners.ts'
import { refusal } from '../../http/api-refusal.ts'
import type { ListenerId } from '../../listen/listener-settings.ts'
import { isListenerId, parseListenerId } from './listener-config.ts'

/** An atom is bare if it begins with a small letter and has no special characters. */
const atom = (text: string): string => (/^[a-z][\w@]*$/.test(text) ? text : `'${text}'`)

/** The id of a path, or the broker's refusal of what is none. */
export function idOf(text: string): ListenerId {
  if (isListenerId(text)) return text
  const reason = `{invalid_listener_id,${atom(text)}}`
  throw refusal(
    400,
    'BAD_REQUEST',
    JSON.stringify({ value: text, reason, path: 'id', kind: 'validation_error' }),
  )
}

/** The id of a listener to be made: its name must be one, its type that of the listener. */
export function idToCreate(text: string, type: ListenerType): ListenerId {
  const id = idOf(text)
  const parsed = parseListenerId(id)
  if (parsed?.type !== type) throw refusal(400, 'BAD_REQUEST', 'listener_type_inconsistent')
  if (/^[A-Za-z0-9]+[A-Za-z0-9-_]*$/.test(parsed.name)) return id
  const rule = 'expected_data_type => <<"^[A-Za-z0-9]+[A-Za-z0-9-_]*$">>'
  const got = `got => ${JSON.stringify(parsed.name)}`
  const where = `kind => validation_error,path => "listeners.${type}",reason => invalid_map_key`
  throw refusal(400, 'BAD_REQUEST', `#{${rule},${got},\n  ${where}}`)
}
