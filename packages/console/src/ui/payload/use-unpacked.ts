import { useEffect, useMemo, useState } from 'react'
import { findPacking, type Packing, type Unpacked, unpack } from '#lib/unpack.ts'

interface PackedPayload {
  readonly packing: Packing
  /** Undefined while it is unpacked. */
  readonly unpacked: Unpacked | undefined
}

/** What a payload holds that is packed; undefined where it is not. */
export function useUnpacked(bytes: Uint8Array): PackedPayload | undefined {
  const packing = useMemo(() => findPacking(bytes), [bytes])
  const [found, setFound] = useState<{ readonly of: Uint8Array; readonly unpacked: Unpacked }>()
  useEffect(() => {
    if (packing === undefined) return
    const controller = new AbortController()
    const { signal } = controller
    unpack(bytes, packing, signal).then(
      (unpacked) => setFound({ of: bytes, unpacked }),
      // Only an end from outside throws, and then nobody waits any more.
      () => undefined,
    )
    return () => controller.abort()
  }, [bytes, packing])
  if (packing === undefined) return undefined
  return { packing, unpacked: found?.of === bytes ? found.unpacked : undefined }
}
