/** Buttons, and links that look like one. One primary per view; a busy button keeps its width and cannot send twice. */
import type { AnchorHTMLAttributes, ButtonHTMLAttributes, MouseEvent, Ref } from 'react';
import styles from './button.module.css';
import { classNames } from './class-names.ts';
import { Spinner } from './spinner.tsx';
import { WholeWords } from './whole-words.tsx';

type ButtonKind = 'primary' | 'secondary' | 'quiet' | 'danger';

interface Look {
  kind?: ButtonKind;
  isDense?: boolean;
  isBlock?: boolean;
  /** Only a picture inside: the caller gives `aria-label`. */
  isIcon?: boolean;
}

export type ButtonProps = Look &
  Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'className'> & { isBusy?: boolean; className?: string; ref?: Ref<HTMLButtonElement> };

/** `isBusy` shows the spinner beside the (caller's) verb and swallows clicks, but keeps the focus where it is. */
export function Button({ kind, isDense, isBlock, isIcon, isBusy = false, className, onClick, children, type = 'button', ...rest }: ButtonProps) {
  const handleClick = (event: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={look({ kind, isDense, isBlock, isIcon }, className)}
      aria-busy={isBusy || undefined}
      onClick={handleClick}
    >
      {isBusy ? <Spinner onButton /> : null}
      {typeof children === 'string' ? (
        <span>
          <WholeWords>{children}</WholeWords>
        </span>
      ) : (
        children
      )}
    </button>
  );
}

export type ButtonLinkProps = Look & Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'className'> & { href: string };

export function ButtonLink({ kind, isDense, isBlock, isIcon, children, ...rest }: ButtonLinkProps) {
  return (
    <a {...rest} className={look({ kind, isDense, isBlock, isIcon })}>
      {children}
    </a>
  );
}

type Loose<T> = { [Key in keyof T]: T[Key] | undefined };

function look({ kind, isDense, isBlock, isIcon }: Loose<Look>, extra?: string): string {
  return classNames(styles.btn, kind && styles[kind], isDense && styles.dense, isBlock && styles.block, isIcon && styles.icon, extra);
}
