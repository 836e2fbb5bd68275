import { isNet } from '@brokerdeck/languages/access-rules/ip-net.ts'
import { formatBytes } from '#i18n/format-number.ts'
import { commandWords } from '#kit/form/codec/command-codec.ts'
import { parseJsonText } from '#kit/form/codec/text-codec.ts'
import type { FileField, HostPortField, TextField, TopicField, UrlField } from '#kit/form/field.ts'
import { isPlainObject } from '#kit/form/form-value.ts'
import { form as m } from '#kit/messages/form.ts'
import { describeFilterFault, describeTopicFault } from '#kit/topic-words/topic-fault.ts'

/**
 * These functions return the problem with a typed text as a sentence. Texts with `${…}` are templates that the broker
 * fills in.
 */

const template = /\$\{[^}]*\}/

export function patternFault({ pattern, maxLength, isCommand }: TextField, text: string): string | undefined {
  if (isCommand === true && commandWords(text) === undefined) return m.openQuote
  if (maxLength !== undefined && [...text].length > maxLength) return m.tooLong(String(maxLength))
  return pattern === undefined || new RegExp(pattern.regex, pattern.regex.flags.replace('g', '')).test(text)
    ? undefined
    : pattern.message
}

export function findTopicFault({ isFilter }: Pick<TopicField, 'isFilter'>, text: string): string | undefined {
  return isFilter ? describeFilterFault(text) : describeTopicFault(text)
}

export function jsonFault(text: string, isObject = false): string | undefined {
  const parsed = parseJsonText(text)
  if (parsed === undefined) return m.json
  return isObject && !isPlainObject(parsed.value) ? m.jsonObject : undefined
}

export function urlFault(
  { schemes = ['http', 'https'], isFixedHost = false }: Pick<UrlField, 'schemes' | 'isFixedHost'>,
  text: string,
): string | undefined {
  return addressFault(schemes, text) ?? (isFixedHost ? hostFault(text) : undefined)
}

function hostFault(text: string): string | undefined {
  const host = /^[^:]*:\/\/([^/?#]*)/.exec(text.trim())?.[1] ?? ''
  if (template.test(host)) return m.urlHost
  if (host.includes('@')) return m.urlSignIn
  return text.includes('#') ? m.urlFragment : undefined
}

function addressFault(schemes: readonly string[], text: string): string | undefined {
  const url = text.trim().replaceAll(new RegExp(template, 'g'), '1')
  const scheme = /^([a-z][a-z0-9+.-]*):\/\/[^/?#\s]/i.exec(url)?.[1]?.toLowerCase()
  const isKnown = scheme !== undefined && schemes.includes(scheme) && !/\s/.test(url)
  return isKnown && URL.canParse(url) ? undefined : m.notUrl(schemes.map((one) => `${one}://`).reduce(m.or))
}

export function hostPortFault(field: Partial<HostPortField>, text: string): string | undefined {
  const hosts = field.isList === true ? text.split(',') : [text]
  return hosts.map((host) => oneHostFault(field, host.trim())).find((fault) => fault !== undefined)
}

/**
 * Checks only whether a text can be an address at all; names are left to the broker and its resolver. An address to
 * bind to must be an IP address, because EMQX accepts nothing else.
 */
function oneHostFault({ isBind, defaultPort }: Partial<HostPortField>, text: string): string | undefined {
  if (template.test(text)) return undefined
  const wrong = isBind === true ? m.notBind : m.notHostPort
  if (isBind === true && /^:?\d+$/.test(text)) return portFault(text.replace(':', ''), 0)
  const parts = /^(\[[0-9a-f:.]+(?:%\w+)?\]|[^\s:/[\]]+)(?::(\d+))?$/i.exec(text)
  if (parts === null) return wrong
  const [, host = '', port] = parts
  if (isBind === true && !isNet(host.replace(/^\[|\]$/g, ''))) return m.bindHost
  if (port === undefined) return defaultPort === undefined ? wrong : undefined
  return portFault(port, isBind === true ? 0 : 1)
}

/**
 * Checks a port. Port 0 can be bound to: it disables a listener of the dashboard, and means any free port for an MQTT
 * listener.
 */
function portFault(text: string, lowest = 1): string | undefined {
  const port = Number(text)
  return port >= lowest && port <= 65_535 ? undefined : m.port
}

/** A path is not PEM, so it is accepted; a PEM text that begins must also end. */
export function pemFault(text: string): string | undefined {
  const count = (part: string) => text.split(part).length
  if (count('-----BEGIN ') !== count('-----END ')) return m.incompletePem
  const begun = text.match(/^-----BEGIN [^-\r\n]+-----[ \t\r]*$/gm) ?? []
  const ended = text.match(/^-----END /gm) ?? []
  // EMQX looks for these marks at the beginning of a line, and takes a text without such a mark for a path.
  return begun.length === ended.length && begun.length === count('-----BEGIN ') - 1 ? undefined : m.shiftedPem
}

export function fileFault(
  { extensions, maxBytes }: Pick<FileField, 'extensions' | 'maxBytes'>,
  file: Blob,
): string | undefined {
  const name = file instanceof File ? file.name.toLowerCase() : undefined
  if (
    name !== undefined &&
    extensions.length > 0 &&
    !extensions.some((ending) => name.endsWith(ending.toLowerCase()))
  ) {
    return m.fileExtension(extensions.join(', '))
  }
  return maxBytes !== undefined && file.size > maxBytes ? m.fileTooLarge(formatBytes(maxBytes)) : undefined
}
