import { type AccessSource, type SourceType, sourceTypes } from '@brokerdeck/contract/access/authorization.ts'
import { type ApiRefusal, refusal } from '../../http/api-refusal.ts'
import { formatErlang } from '../../http/format-erlang.ts'

/** The list with one source at another place; throws the broker's refusal. */
export function movedSource(
  sources: readonly AccessSource[],
  type: SourceType,
  position: string,
): readonly AccessSource[] {
  const moved = sources.filter((source) => source.type === type)
  const others = sources.filter((source) => source.type !== type)
  if (position === 'front') return [...moved, ...others]
  if (position === 'rear') return [...others, ...moved]
  const [, side, other = ''] = /^(before|after):(.*)$/s.exec(position) ?? []
  if (side === undefined) {
    throw refusal(400, 'BAD_REQUEST', '<<"Invalid parameter. Unknow position">>')
  }
  if (!sourceTypes.some((one) => one === other)) throw unknownType(other)
  const at = others.findIndex((source) => source.type === other)
  if (at < 0) throw refusal(400, 'BAD_REQUEST', `{pre_config_update,emqx_authz,{not_found_source,${other}}}`)
  return others.toSpliced(side === 'before' ? at : at + 1, 0, ...moved)
}

function unknownType(type: string): ApiRefusal {
  return refusal(400, 'BAD_REQUEST', `{unknown_authz_source_type,${formatErlang(type)}}`)
}
