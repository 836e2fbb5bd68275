import { Fragment, type ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Definition } from './definition.tsx'
import classes from './property-list.module.css'

interface Property {
  readonly label: string
  readonly value: ReactNode
  readonly definition?: string
  readonly mono?: boolean
  /** Offers to copy this text. */
  readonly copy?: string | undefined
}

export interface PropertyGroup {
  readonly title?: string
  readonly properties: readonly Property[]
}

/** Names and values of one thing, in titled groups. */
export function PropertyList({ groups }: { readonly groups: readonly PropertyGroup[] }) {
  return (
    <div className={classes['list']}>
      {groups.map((group) => (
        <Fragment key={group.title ?? ''}>
          {group.title !== undefined && <h3 className={classes['title']}>{group.title}</h3>}
          <dl className={classes['group']}>
            {group.properties.map((property) => (
              <div key={property.label} className={classes['property']}>
                <dt className={classes['name']}>
                  {property.definition === undefined ? (
                    property.label
                  ) : (
                    <Definition definition={property.definition}>{property.label}</Definition>
                  )}
                </dt>
                <dd className={property.mono ? `mono ${classes['value']}` : classes['value']}>
                  <span className={classes['text']}>{property.value}</span>
                  {property.copy !== undefined && (
                    <span className={classes['copy']}>
                      <CopyButton text={property.copy} name={property.label} />
                    </span>
                  )}
                </dd>
              </div>
            ))}
          </dl>
        </Fragment>
      ))}
    </div>
  )
}
