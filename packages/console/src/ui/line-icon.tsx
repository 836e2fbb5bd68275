interface LineIconProps {
  /** Lines on a square of 16. */
  readonly drawing: string
  readonly size?: number
}

/** An icon of the menu's own; what it stands for is said beside it. */
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
