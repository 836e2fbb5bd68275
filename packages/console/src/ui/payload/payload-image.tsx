import { useMemo, useState } from 'react'
import { formatBytes, formatNumber } from '#i18n/format-number.ts'
import { IMAGE_LIMITS, type ImageFacts, isShowable } from '#lib/image-facts.ts'
import { base64FromBytes } from '#lib/payload.ts'
import classes from '#ui/payload-viewer.module.css'
import { payload as m } from './messages.ts'

interface PayloadImageProps {
  readonly bytes: Uint8Array
  readonly facts: ImageFacts
}

const names = { png: 'PNG', jpeg: 'JPEG', webp: 'WebP' } as const

/**
 * Shows the payload as an image. The content security policy of the page allows images only from its own host and
 * from `data:` URLs, so the bytes are written into the URL; an image runs no code and loads nothing.
 */
export function PayloadImage({ bytes, facts }: PayloadImageProps) {
  const { kind, width, height } = facts
  const [broken, setBroken] = useState<string>()
  const canShow = isShowable(facts, bytes.length)
  const address = useMemo(
    () => (canShow ? `data:image/${kind};base64,${base64FromBytes(bytes)}` : undefined),
    [bytes, kind, canShow],
  )
  const words = m.imageOf(names[kind], formatNumber(width), formatNumber(height))
  if (address === undefined) {
    const limit = m.imageTooLarge(formatBytes(IMAGE_LIMITS.size), formatNumber(IMAGE_LIMITS.pixels))
    return (
      <p className={classes['remark']}>
        {words}. {limit}
      </p>
    )
  }
  return (
    <figure className={classes['image']}>
      {broken === address ? (
        <p className={classes['remark']}>{m.brokenImage}</p>
      ) : (
        <img
          src={address}
          alt={words}
          width={width}
          height={height}
          decoding="async"
          onError={() => setBroken(address)}
        />
      )}
      <figcaption className={classes['remark']}>{words}</figcaption>
    </figure>
  )
}
