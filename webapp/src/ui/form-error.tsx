/** The error of the form as a whole, below its fields. */
export function FormError({ children }: { children?: string | null | undefined }) {
  return (
    <p role="alert" className="text-sm font-medium text-negative first-letter:uppercase empty:hidden">
      {children}
    </p>
  );
}
