import classes from './skeleton.module.css'

interface SkeletonProps {
  readonly width?: number | string
  readonly height?: number | string
}

/** Holds the place of what is loading, in its final size. Mark the region itself `aria-busy`. */
export function Skeleton({ width = '100%', height = 12 }: SkeletonProps) {
  return <span className={classes['skeleton']} style={{ width, height }} aria-hidden="true" />
}
