import { useEffect, useMemo, useState } from 'react'
import { findPacking, type Packing, type Unpacked, unpack } from '#lib/unpack.ts'

interface PackedPayload {
  readonly packing: Packing
  /** Undefined while the payload is being unpacked. */
  readonly unpacked: Unpacked | undefined
}

/** Returns the unpacked content of a compressed payload; undefined for a payload that is not compressed. */
export function useUnpacked(bytes: Uint8Array): PackedPayload | undefined {
  const packing = useMemo(() => findPacking(bytes), [bytes])
  const [found, setFound] = useState<{ readonly of: Uint8Array; readonly unpacked: Unpacked }>()
  useEffect(() => {
    if (packing === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    unpack(bytes, packing, signal).then(
      (unpacked) => setFound({ of: bytes, unpacked }),
      // Only an abort from outside rejects, and then no component waits for the result any more.
      () => undefined,
    )
    return () => controller.abort()
  }, [bytes, packing])
  if (packing === undefined) return undefined
  return { packing, unpacked: found?.of === bytes ? found.unpacked : undefined }
}
