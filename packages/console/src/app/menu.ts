import { editionNumber } from '#api/session.ts'
import { locale } from '#i18n/locale.ts'
import type { CountName, InnerDeclaration, MenuDeclaration } from '#routes/route.ts'
import { type Address, areas, entryAddress, routeAt } from '#routes/routes.ts'
import { app as m } from './messages.ts'

export interface MenuItem {
  readonly name: string
  readonly label: string
  readonly purpose: string
  /** Other words by which the page is found, in this language. */
  readonly find: string
  readonly address: Address
  readonly icon: string
  readonly count: CountName | undefined
  /** True if the broker's edition lacks the feature; its page says so. */
  readonly isLacking: boolean
}

/** Pages under one heading; the first pages of an area have no heading. */
export interface MenuGroup {
  readonly label: string | undefined
  readonly items: readonly MenuItem[]
}

export interface MenuArea {
  readonly name: string
  readonly label: string
  readonly purpose: string
  readonly icon: string
  readonly groups: readonly MenuGroup[]
}

type Declared = readonly [string, MenuDeclaration | InnerDeclaration]

/** Returns the menu for a broker of this edition: pages that the edition lacks are included and marked as such. */
export function menuFor(edition: string): readonly MenuArea[] {
  const isEnterprise = editionNumber(edition) === 1
  return Object.entries(areas).map(([name, { title, purpose, icon, routes }]) => {
    const entries = Object.entries(routes)
    const group = (label: string | undefined, isOfIt: (declared: MenuDeclaration) => boolean): MenuGroup => ({
      label,
      items: entries.flatMap(([page, declared]: Declared) =>
        'icon' in declared && isOfIt(declared) ? [buildMenuItem(page, declared, !isEnterprise)] : [],
      ),
    })
    return {
      name,
      label: title[locale],
      purpose: purpose[locale],
      icon,
      groups: [
        group(undefined, (one) => one.group === undefined && one.isEnterprise !== true),
        group(m.tools, (one) => one.group === 'tools' && one.isEnterprise !== true),
        group(isEnterprise ? m.enterprise : m.enterpriseOnly, (one) => one.isEnterprise === true),
      ].filter(({ items }) => items.length > 0),
    }
  })
}

function buildMenuItem(name: string, declared: MenuDeclaration, isCommunity: boolean): MenuItem {
  const { title, purpose, find, icon, path, opens = {}, count } = declared
  return {
    name,
    label: title[locale],
    purpose: purpose[locale],
    find: find?.[locale] ?? '',
    address: entryAddress({ path, opens }),
    icon,
    count,
    isLacking: isCommunity && declared.isEnterprise === true,
  }
}

export function listMenuItems({ groups }: MenuArea): readonly MenuItem[] {
  return groups.flatMap(({ items }) => items)
}

/** Returns the menu entry that the page at an address belongs to. */
export function entryAt(pathname: string): string | undefined {
  const [name, declared] = routeAt(pathname) ?? []
  return declared !== undefined && 'within' in declared ? declared.within : name
}
