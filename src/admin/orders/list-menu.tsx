import { Menu } from '@base-ui/react/menu'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import Ellipsis from 'lucide-react/icons/ellipsis'
import FlaskConical from 'lucide-react/icons/flask-conical'
import { useRef } from 'react'
import { MenuPopup } from '#src/admin/ui/choice-menu.tsx'
import { messageOf } from '#src/admin/ui/error-banner.tsx'
import { notify } from '#src/admin/ui/toasts.tsx'
import { createSampleOrder, orderChanged } from './queries.ts'

/** What is done here now and then: an order to try things out with (§9). */
export function ListMenu() {
  const cache = useQueryClient()
  const navigate = useNavigate()
  const busy = useRef(false)
  const create = async () => {
    if (busy.current) return
    busy.current = true
    try {
      const { id } = await createSampleOrder()
      notify.success('Sample order created successfully')
      await navigate({ to: '/admin/orders/$id', params: { id } })
      await orderChanged(cache)
    } catch (error) {
      notify.error(messageOf(error, 'Failed to create sample order'))
    } finally {
      busy.current = false
    }
  }
  return (
    <Menu.Root modal={false}>
      <Menu.Trigger className="button button-quiet menu-more" aria-label="More">
        <Ellipsis aria-hidden />
      </Menu.Trigger>
      <MenuPopup>
        <Menu.Item className="menu-item" onClick={create}>
          <FlaskConical aria-hidden />
          Create Sample Order
        </Menu.Item>
      </MenuPopup>
    </Menu.Root>
  )
}
