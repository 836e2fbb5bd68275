import classes from './logo.module.css'

/** The logo, with the name beside it unless there is no room. */
export function Logo({ isMarkOnly = false }: { readonly isMarkOnly?: boolean }) {
  return (
    <span className={classes['logo']}>
      <svg viewBox="0 0 24 24" aria-hidden="true">
        <path
          fillRule="evenodd"
          d="M3 3h10.5a4.25 4.25 0 0 1 0 8.5H3zM13.2 5.55a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM3 12.5h13.5a4.25 4.25 0 0 1 0 8.5H3zM16.2 15.05a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4z"
        />
      </svg>
      {!isMarkOnly && <span>Brokerdeck</span>}
    </span>
  )
}
