export const endpoint = <S>(spec: S): S => spec
