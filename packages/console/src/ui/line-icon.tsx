interface LineIconProps {
  /** The path of a drawing on a square of 16 units. */
  readonly drawing: string
  readonly size?: number
}

/** An icon of this console's own; its meaning stands beside it as text. */
export function LineIcon({ drawing, size = 16 }: LineIconProps) {
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden
    >
      <path d={drawing} />
    </svg>
  )
}
