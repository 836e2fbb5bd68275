import { useMemo, useState } from 'react'
import { formatBytes } from '#i18n/format-number.ts'
import { bytesFromBase64 } from '#lib/payload.ts'
import { type Packing, UNPACK_LIMITS } from '#lib/unpack.ts'
import type { PathAction } from '#ui/data-tree/data-tree.tsx'
import { payload as m } from '#ui/payload/messages.ts'
import { type OwnForm, PayloadForms } from '#ui/payload/payload-forms.tsx'
import { useUnpacked } from '#ui/payload/use-unpacked.ts'
import { Button } from './button.tsx'
import classes from './payload-viewer.module.css'

export type PayloadViewerProps = ({ readonly bytes: Uint8Array } | { readonly base64: string }) & {
  /** The content type of the message; it determines the first form if it is correct. */
  readonly contentType?: string | undefined
  /** An action for the current path in a document. */
  readonly pathAction?: PathAction | undefined
  readonly ownForm?: OwnForm | undefined
}

/**
 * Shows the bytes of a message as text, hex or Base64, cut at 64 KiB until the user requests the rest, as a document
 * that can be opened, or as an image.
 */
export function PayloadViewer(props: PayloadViewerProps) {
  const { contentType, pathAction, ownForm } = props
  const source = 'bytes' in props ? props.bytes : props.base64
  const { bytes, isBroken } = useMemo(() => toBytes(source), [source])
  const packed = useUnpacked(bytes)
  const [isAsSent, setAsSent] = useState(false)
  const unpacked = packed?.unpacked
  const inner = unpacked?.kind === 'unpacked' ? unpacked : undefined
  const shown = isAsSent || inner === undefined ? { bytes, isCut: false } : inner
  return (
    <div className={classes['viewer']}>
      {isBroken && <p className={classes['remark']}>{m.brokenPayload}</p>}
      {packed !== undefined && inner !== undefined && (
        <div className={classes['bar']}>
          <span>{describePacking(packed.packing, bytes.length, inner)}</span>
          <Button size="small" onClick={() => setAsSent(!isAsSent)}>
            {isAsSent ? m.showUnpacked : m.showAsSent}
          </Button>
        </div>
      )}
      {packed !== undefined && unpacked?.kind === 'refused' && isWorthSaying(packed.packing) && (
        <p className={classes['remark']}>{refusals[unpacked.why](packingNames[packed.packing])}</p>
      )}
      {packed !== undefined && unpacked === undefined ? (
        <p role="status" aria-busy="true" className={classes['remark']}>
          {m.unpacking}
        </p>
      ) : (
        <PayloadForms
          bytes={shown.bytes}
          isCutOff={shown.isCut}
          contentType={contentType}
          pathAction={pathAction}
          ownForm={ownForm}
        />
      )}
    </div>
  )
}

const packingNames: Readonly<Record<Packing, string>> = { gzip: 'gzip', zlib: 'zlib', zstd: 'Zstandard' }

const refusals = { broken: m.packedBroken, unknown: m.packedUnknown, 'too-slow': m.packedTooSlow } as const

/** Two bytes mark zlib, and a text or a number may begin with them, too: only successful unpacking is worth a note. */
const isWorthSaying = (packing: Packing) => packing !== 'zlib'

function describePacking(
  packing: Packing,
  sent: number,
  inner: { bytes: Uint8Array; isCut: boolean },
): string {
  const [name, size] = [packingNames[packing], formatBytes(sent)]
  return inner.isCut
    ? m.unpackedBeginning(name, size, formatBytes(UNPACK_LIMITS.size))
    : m.unpackedTo(name, size, formatBytes(inner.bytes.length))
}

function toBytes(source: Uint8Array | string): { readonly bytes: Uint8Array; readonly isBroken: boolean } {
  if (typeof source !== 'string') return { bytes: source, isBroken: false }
  const decoded = bytesFromBase64(source)
  return { bytes: decoded ?? new TextEncoder().encode(source), isBroken: decoded === undefined }
}
