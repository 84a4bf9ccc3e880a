import { Ban, EllipsisVertical, Flag, HeartCrack } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { type PersonSafety, usePersonSafety } from './use-person-safety.tsx';

export interface PersonMenuProps {
  userId: string;
  name: string;
  /** The match that the user has liked, and can therefore end. */
  matchId?: string | undefined;
  /** False for a like that waits for its answer. */
  isMutual?: boolean;
  /** After an unmatch or a block. */
  onClosed?: () => void;
}

/** What a user can do about a person wherever they see them. */
export function PersonMenu({ userId, name, matchId, isMutual = true, onClosed = () => {} }: PersonMenuProps) {
  const safety = usePersonSafety({ userId, name, onClosed });
  return (
    <PersonMenuButton name={name} safety={safety}>
      <SafetyItems safety={safety} matchId={matchId} isMutual={isMutual} />
    </PersonMenuButton>
  );
}

interface PersonMenuButtonProps {
  name: string;
  safety: PersonSafety;
  children: ReactNode;
}

export function PersonMenuButton({ name, safety, children }: PersonMenuButtonProps) {
  return (
    <>
      <Menu
        trigger={
          <IconButton label={`Options for ${name}`}>
            <EllipsisVertical aria-hidden className="size-5" />
          </IconButton>
        }
      >
        {children}
      </Menu>
      {safety.dialogs}
    </>
  );
}

interface SafetyItemsProps {
  safety: PersonSafety;
  matchId?: string | undefined;
  isMutual?: boolean;
}

/** Unmatch (where there is a match to end), block and report. */
export function SafetyItems({ safety, matchId, isMutual = true }: SafetyItemsProps) {
  return (
    <>
      {matchId !== undefined && (
        <MenuItem
          icon={<HeartCrack aria-hidden className="size-4" />}
          onClick={() => safety.ask({ kind: 'unmatch', matchId, isMutual })}
        >
          {isMutual ? 'Unmatch' : 'Take back your like'}
        </MenuItem>
      )}
      <MenuItem danger icon={<Ban aria-hidden className="size-4" />} onClick={() => safety.ask({ kind: 'block' })}>
        Block
      </MenuItem>
      <MenuItem danger icon={<Flag aria-hidden className="size-4" />} onClick={() => safety.ask({ kind: 'report' })}>
        Report
      </MenuItem>
    </>
  );
}
