import type { ComponentPropsWithRef, ReactNode } from 'react'
import { type ButtonLook, buttonClassName } from './button.tsx'

export interface ButtonLinkProps extends ButtonLook, ComponentPropsWithRef<'a'> {
  readonly icon?: ReactNode
}

/** A link that looks like a button. For the router: `createLink(ButtonLink)`. */
export function ButtonLink({ variant, size, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <a
      {...rest}
      className={buttonClassName({ ...(variant ? { variant } : {}), ...(size ? { size } : {}) }, className)}
    >
      {icon}
      {children}
    </a>
  )
}
