import { Fragment, type ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import { Definition } from './definition.tsx'
import classes from './property-list.module.css'

interface Property {
  readonly label: string
  readonly value: ReactNode
  readonly definition?: string
  readonly mono?: boolean
  /** True for a list of things, of which none may be hidden. */
  readonly wraps?: boolean
  /** The text that a copy button offers. */
  readonly copy?: string | undefined
}

export interface PropertyGroup {
  readonly title?: string
  readonly properties: readonly Property[]
}

/** Shows names and values in titled groups. */
export function PropertyList({ groups }: { readonly groups: readonly PropertyGroup[] }) {
  const groupKeys = distinctKeys(groups.map(({ title = '' }) => title))
  return (
    <div className={classes['list']}>
      {groups.map((group, index) => (
        <Fragment key={groupKeys[index]}>
          {group.title !== undefined && <h3 className={classes['title']}>{group.title}</h3>}
          <dl className={classes['group']}>
            {withKeys(group.properties).map(({ key, property }) => (
              <div key={key} className={classes['property']}>
                <dt className={classes['name']}>
                  {property.definition === undefined ? (
                    property.label
                  ) : (
                    <Definition definition={property.definition}>{property.label}</Definition>
                  )}
                </dt>
                <dd className={property.mono ? `mono ${classes['value']}` : classes['value']}>
                  <span className={property.wraps ? classes['wraps'] : classes['text']}>
                    {property.value}
                  </span>
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

/** A device may use the same name twice. */
function withKeys(properties: readonly Property[]) {
  const keys = distinctKeys(properties.map(({ label }) => label))
  return properties.map((property, index) => ({ key: keys[index], property }))
}

/** Makes keys of names that may repeat: the second `a` becomes `a 2`. */
function distinctKeys(names: readonly string[]): readonly string[] {
  const seen = new Map<string, number>()
  return names.map((name) => {
    const count = (seen.get(name) ?? 0) + 1
    seen.set(name, count)
    return `${name} ${count}`
  })
}
