// breaks: layers
import { useState } from 'react'

export const knowsReact = useState
