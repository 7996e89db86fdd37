-- Nobody is invited to a group before they have an account.
DROP TABLE plan_invitations;
